import { readdirSync, readFileSync } from 'node:fs'

// The layers. The order of `lib/features.ts` is the architecture: a concept imports only those to the left of it.
const doors = readFileSync(new URL('lib/features.ts', import.meta.url), 'utf8')
const concepts = [...doors.matchAll(/^ {2}(\w+)Feature,$/gm)].map(([, name]) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
)

/** The files of a concept that a component may import: shapes and pure rules, safe in a browser. */
const browserSafe =
  '^lib/(languages|translations|network|[a-z-]+/(schema|states|evidence|range|countries|account-list|default-logo))\\.ts$'

const conceptOrder = concepts.slice(0, -1).map((concept, index) => ({
  name: `concept-order-${concept}`,
  comment: `${concept} is to the left of ${concepts.slice(index + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^lib/${concept}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^lib/(${concepts.slice(index + 1).join('|')})/` },
}))

function forbid(name, from, to, comment) {
  return { name, comment, severity: 'error', from, to }
}

const tests = '\\.test\\.tsx?$'

/** The folder of a route group, which its routes may be in. */
const groups = readdirSync(new URL('app', import.meta.url)).filter((name) => name.startsWith('('))
const inGroup = `(?:\\((?:${groups.map((name) => name.slice(1, -1)).join('|')})\\)/)?`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...conceptOrder,
    forbid(
      'concept-is-listed',
      { path: `^lib/(?!(${concepts.join('|')})/)[^/]+/` },
      {},
      'a folder of lib is a concept, and the order above names it',
    ),
    forbid(
      'plumbing-knows-no-concept',
      { path: '^lib/[^/]+\\.ts$', pathNot: `${tests}|^lib/features\\.ts$` },
      { path: '^lib/[^/]+/' },
      'loose files of lib are below every concept',
    ),
    forbid(
      'only-features-opens-doors',
      { pathNot: `${tests}|^lib/features\\.ts$` },
      { path: '^lib/[^/]+/feature\\.ts$' },
      'what a concept shows the house is read from the list of all, and by nothing inside a concept',
    ),
    forbid(
      'doors-load-nothing',
      { path: '^lib/[^/]+/feature\\.ts$' },
      {
        path: '^',
        pathNot: '/schema\\.ts$|^lib/feature\\.ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
      'a door is data, and functions that load what they run',
    ),
    forbid(
      'only-entry-points-list-doors',
      { path: '^lib/', pathNot: tests },
      { path: '^lib/features\\.ts$' },
      'what iterates over all concepts gets them as an argument, or is a program',
    ),
    forbid(
      'lib-knows-no-plane',
      { path: '^lib/', pathNot: tests },
      { path: '^(app|components|feed|gateway|worker|scripts|mailbox|portal|prisma|i18n|messages)/' },
      'lib is below the portal, the gateway and the worker',
    ),
    forbid(
      'lib-knows-no-http',
      { path: '^lib/', pathNot: `${tests}|^lib/operations-server\\.ts$` },
      { path: '^node_modules/(next|next-auth|next-intl|react|react-dom|hono)/|^(node:)?https?$' },
      'lib takes plain input and an actor, never a request; the server of metrics and probes is the only HTTP code',
    ),
    forbid(
      'mails-import-no-product-code',
      { path: '^emails/', pathNot: tests },
      { path: '^(app|components|gateway|worker|lib|scripts)/', pathNot: '^lib/languages\\.ts$' },
      'a mail gets props',
    ),
    forbid(
      'lib-knows-only-the-props-of-mails',
      { path: '^lib/', pathNot: tests },
      { path: '^emails/', dependencyTypesNot: ['type-only'] },
      'a command knows the types of props; the worker checks and renders them, with React',
    ),
    forbid(
      'components-know-only-shapes',
      { path: '^components/', pathNot: tests },
      { path: '^lib/', pathNot: browserSafe },
      'a component gets what it shows from its page',
    ),
    forbid(
      'components-know-no-page',
      { path: '^components/' },
      { path: '^app/' },
      'pages are above components',
    ),
    forbid(
      'links-request-nothing-ahead',
      { path: '^(app|components)/' },
      { path: '^node_modules/next/link' },
      'components/ui/link.tsx is the link to a page',
    ),
    forbid(
      'routes-import-no-other-route',
      { path: `^app/${inGroup}([a-z-]+)[^/]*/`, pathNot: tests },
      {
        path: `^app/${inGroup}[a-z][^/]*/`,
        pathNot: [
          `^app/${inGroup}$1[./]`,
          '^app/docs/content/(pages|words|blocks|markdown|response|error-pages)\\.ts$',
        ],
      },
      'shared code of routes is in components, or in a folder of app that begins with _; indexes of the portal list the pages of the documentation',
    ),
    forbid(
      'groups-import-no-other-group',
      { path: '^app/\\(?([a-z]+)[^/]*/', pathNot: tests },
      { path: '^app/\\(', pathNot: '^app/\\($1\\)/' },
      'what the routes of a group share is for that group',
    ),
    forbid(
      'gateway-imports-only-lib',
      { path: '^gateway/', pathNot: tests },
      { path: '^(app|components|worker|emails|scripts)/|^generated/|^node_modules/(next|react|@prisma)/' },
      'the data plane knows no sessions, pages or mails, and carries no Prisma',
    ),
    forbid(
      'portal-is-a-server',
      { path: '^portal/', pathNot: tests },
      {
        path: '^(app|components/(?!unavailable\\.ts$|format\\.ts$|ui/hidden-field-names\\.ts$)|gateway|worker|emails|scripts)',
      },
      'the HTTP server around Next renders only the pages that Next cannot',
    ),
    forbid(
      'nothing-imports-the-portal',
      { path: '^(app|components|lib|gateway|worker|emails)/', pathNot: tests },
      { path: '^portal/' },
      'code inside Next does not know the server around it',
    ),
    forbid(
      'worker-imports-only-lib-and-emails',
      { path: '^worker/', pathNot: tests },
      { path: '^(app|components|gateway|scripts)/|^node_modules/next/' },
      'the worker imports lib and emails',
    ),
    forbid(
      'feed-imports-only-lib',
      { path: '^feed/', pathNot: tests },
      { path: '^(app|components|gateway|portal|worker|emails|scripts)/|^node_modules/(next|react|@prisma)/' },
      'the feed writes accounts and nothing else',
    ),
    forbid(
      'only-the-worker-sends',
      // The doctor tries the relay up to MAIL FROM, and sends nothing.
      { path: '^(app|components|gateway|portal|lib)/', pathNot: [tests, '^lib/health/try-relay[.]ts$'] },
      { path: '^worker/|^node_modules/nodemailer/' },
      'a restored copy without a worker sends no e-mail, no webhook and no audit entry (docs/operations/back-up.md)',
    ),
    forbid(
      'only-commands-and-jobs-mail',
      {
        path: '^(app|components|gateway|portal|worker|prisma|scripts|lib)/',
        pathNot: [
          tests,
          '^lib/commands/execute[.]ts$',
          '^lib/(announcements/mail-announcements|usage/mails|validation/reminders)[.]ts$',
        ],
      },
      { path: '^lib/mail/commands[.]ts$', dependencyTypesNot: ['type-only'] },
      'a command says whom it notifies, and mails by what `execute` gives it',
    ),
    forbid(
      'clients-import-only-clients',
      { path: '^clients/', pathNot: tests },
      { path: '^(?!clients/)' },
      'a client runs in programs of other people, without the project and without packages',
    ),
    forbid(
      'nothing-imports-trials',
      { pathNot: '^trials/' },
      { path: '^trials/' },
      'trials use the product; the product and its gate do without them',
    ),
    forbid(
      'launch-runs-no-commands',
      { path: '^scripts/launch/', pathNot: tests },
      { path: '^scripts/check/' },
      'code that starts the product does not import its checks',
    ),
    forbid(
      'no-cycles',
      { pathNot: '^generated/' },
      { circular: true },
      'a cycle hides which of the two is below',
    ),
    forbid(
      'no-tests-in-the-product',
      { pathNot: `${tests}|^(test|e2e|trials|scripts/check)/|\\.config\\.ts$` },
      { path: `^(test|e2e)/|${tests}` },
      'the product does not depend on its tests',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|^generated' },
    exclude: { path: '^(\\.next|\\.build|\\.test)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
}
