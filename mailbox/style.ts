/** The mailbox has no build step: its style is part of the page. */
export const style = `
  :root { color-scheme: light dark; --canvas: light-dark(#f2f6f4, #0b1311); --surface: light-dark(#fff, #121d1a);
    --ink: light-dark(#10211d, #e6efec); --muted: light-dark(#4a5d57, #a2b5ae); --line: light-dark(#d2ddd8, #283833);
    --accent: light-dark(#0b6658, #62d3bd); }
  * { box-sizing: border-box }
  body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem; background: var(--canvas); color: var(--ink);
    font: 1rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.5rem; margin: .5rem 0 }
  h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; color: var(--muted) }
  p, dt, span, time { color: var(--muted) }
  a { color: var(--accent) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  ul { list-style: none; margin: 1.5rem 0; padding: 0; background: var(--surface); border: 1px solid var(--line);
    border-radius: .5rem; overflow: hidden }
  li + li { border-top: 1px solid var(--line) }
  li a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .75rem 1rem; text-decoration: none; color: inherit }
  li a:hover { background: var(--canvas) }
  li strong { flex-basis: 100%; overflow-wrap: anywhere }
  li span { flex: 1 1 16rem; min-width: 0 }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem }
  select, button { font: inherit; min-height: 2.5rem; max-width: 100%; padding: 0 .75rem; border: 1px solid var(--muted);
    border-radius: .5rem; background: var(--surface); color: var(--ink) }
  span { overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 }
  dd { margin: 0; overflow-wrap: anywhere }
  .empty { padding: 3rem 1rem; text-align: center; border: 1px dashed var(--line); border-radius: .5rem }
  iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--surface);
    border: 1px solid var(--line); border-radius: .5rem }
`
