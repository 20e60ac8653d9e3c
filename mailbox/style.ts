/** The mailbox has no build step: its style is part of the page, its font a file of a package. */
export const style = `
  @font-face { font-family: Geist; font-weight: 100 900; src: url(/font.woff2) format("woff2") }
  :root { color-scheme: light dark; --canvas: light-dark(#f2f6f4, #0b1311); --surface: light-dark(#fff, #121d1a);
    --raised: light-dark(#e8efec, #1b2925); --ink: light-dark(#10211d, #e6efec); --muted: light-dark(#4a5d57, #a2b5ae);
    --line: light-dark(#d2ddd8, #283833); --edge: light-dark(#748780, #6f847c); --accent: light-dark(#0b6658, #62d3bd) }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--canvas); color: var(--ink); font: .9375rem/1.5 Geist, system-ui, sans-serif }
  header { padding: 0 max(1rem, calc((100vw - 76rem) / 2)); background: var(--surface); border-bottom: 3px solid #0b6658 }
  header a { display: inline-flex; align-items: center; gap: .625rem; min-height: 3.5rem; color: inherit; font-size: 1.125rem;
    font-weight: 600; text-decoration: none }
  header svg { width: 2rem }
  main { max-width: 78rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere }
  h2 { margin: 0 0 .5rem; font-size: .9375rem }
  p { margin: .5rem 0 }
  p, dt, li span, time, label { color: var(--muted) }
  a { color: var(--accent) }
  :focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px }
  .head { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: end; justify-content: space-between;
    margin-bottom: 1.5rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; max-width: 100% }
  select, button { font: inherit; min-height: 2.5rem; max-width: 100%; padding: 0 .75rem; border: 1px solid var(--edge);
    border-radius: .5rem; background: var(--surface); color: var(--ink) }
  button { font-weight: 500; cursor: pointer }
  button:hover { background: var(--raised) }
  ul { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line);
    border-radius: 1rem; overflow: hidden }
  li + li { border-top: 1px solid var(--line) }
  li a { display: grid; gap: 0 1.5rem; padding: .75rem 1.25rem; text-decoration: none; color: inherit }
  li a:hover { background: var(--raised) }
  li a:focus-visible { outline-offset: -3px; border-radius: 1rem }
  li strong { font-weight: 500; overflow-wrap: anywhere }
  li span { overflow-wrap: anywhere }
  time { white-space: nowrap }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 1.5rem }
  dd { margin: 0; overflow-wrap: anywhere }
  .empty { margin: 0; padding: 4rem 1rem; text-align: center; border: 1px dashed var(--edge); border-radius: 1rem;
    background: var(--surface) }
  .parts { display: grid; gap: 1.5rem; align-items: start }
  .parts > * { min-width: 0 }
  iframe { display: block; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 1rem; background: #fff }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1.25rem; background: var(--surface);
    border: 1px solid var(--line); border-radius: 1rem; font: .8125rem/1.6 ui-monospace, monospace }
  @media (width >= 64rem) {
    li a { grid-template-columns: 20rem 1fr auto; align-items: baseline }
    .parts { grid-template-columns: 43rem 1fr }
  }
`
