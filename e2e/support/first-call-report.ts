import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import { personSeconds, type Stretch, sumOf } from './pace'

/** One way to the first balance. */
type Walk = { way: string; stretches: Stretch[] }

/** Writes the measured steps of each way to docs/evidence/first-call.md. */
export function writeFirstCall(walks: Walk[]): void {
  const text = `# The first call

From \`/sign-up\` to the first balance in a scripted browser:

${walks.map(summarize).join('\n')}

\`npm --prefix trials run first-call\` walks both ways in Chromium, through a product of its own and the mail in its mailbox, on a
machine with ${cpus().length} cores, and writes this file. More than 6 clicks to the terminal or 7 to the console, or more than 2 fields, fail it.
Clicks are those on buttons and links.

A person also has to read, point and type: by the keystroke-level model's averages, 1.35 s to decide and 1.3 s to point
and click, for each click and each field; 0.4 s to the keyboard for each field; 0.28 s for each key.
${walks.map(tabulate).join('')}`
  writeFileSync(join(projectRoot, 'docs/evidence/first-call.md'), text)
}

function summarize({ way, stretches }: Walk): string {
  const total = sumOf(stretches)
  const person = (total.seconds + personSeconds(total)).toFixed(0)
  const counted = `**${total.clicks} clicks**, ${total.fields} fields and **${total.seconds.toFixed(1)} s**`
  return `- in the ${way}: ${counted}; by a person about **${person} s**, ${total.keys} keys typed by hand`
}

function tabulate({ way, stretches }: Walk): string {
  return `
## In the ${way}

| step | clicks | fields | keys | scripted | by a person, about |
| --- | ---: | ---: | ---: | ---: | ---: |
${[...stretches, sumOf(stretches)].map(describe).join('\n')}
`
}

function describe(stretch: Stretch): string {
  const { what, clicks, fields, keys, seconds } = stretch
  const person = (seconds + personSeconds(stretch)).toFixed(0)
  return `| ${what} | ${clicks} | ${fields} | ${keys} | ${seconds.toFixed(1)} s | ${person} s |`
}
