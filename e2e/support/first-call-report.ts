import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import { personSeconds, type Stretch } from './pace'

/** Writes the measured steps to docs/evidence/first-call.md. */
export function writeFirstCall(stretches: Stretch[]): void {
  const total = stretches.reduce((sum, { clicks, fields, keys, seconds }) => ({
    what: '**all of it**',
    clicks: sum.clicks + clicks,
    fields: sum.fields + fields,
    keys: sum.keys + keys,
    seconds: sum.seconds + seconds,
  }))
  const text = `# The first call

From \`/sign-up\` to the first balance: **${total.clicks} clicks** and **${total.seconds.toFixed(1)} s** in a scripted browser.
\`npm --prefix trials run first-call\` walks the way in Chromium, through a product of its own and the mail in its mailbox, on a machine
with ${cpus().length} cores, and writes this file.

A person also has to read, point and type. With the keystroke-level model's averages (1.35 s to decide and 1.3 s to point
and click, for each click; 0.4 s to the keyboard for each field; 0.28 s for each key) the same steps take about
**${(total.seconds + personSeconds(total)).toFixed(0)} s**, ${total.keys} keys typed by hand.

| step | clicks | fields | keys | scripted | by a person, about |
| --- | ---: | ---: | ---: | ---: | ---: |
${[...stretches, total].map(describe).join('\n')}
`
  writeFileSync(join(projectRoot, 'docs/evidence/first-call.md'), text)
}

function describe(stretch: Stretch): string {
  const { what, clicks, fields, keys, seconds } = stretch
  const person = (seconds + personSeconds(stretch)).toFixed(0)
  return `| ${what} | ${clicks} | ${fields} | ${keys} | ${seconds.toFixed(1)} s | ${person} s |`
}
