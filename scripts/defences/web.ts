// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const actions = 'app/actions.test.ts'
const foreign = 'app/_request/same-origin.ts'
const guards = 'app/_request/session.ts'

/** Between a browser and the commands. */
export const webDefences = [
  defence(
    'Origin of a post is the portal',
    foreign,
    [['origin !== null && origin === new URL(getSettings().PORTAL_URL).origin', 'true']],
    'app/_request/same-origin.test.ts',
  ),
  defence(
    'Sec-Fetch-Site is looked at',
    foreign,
    "if (fetchSite !== null && fetchSite !== 'same-origin') return false",
    'app/_request/same-origin.test.ts',
  ),
  defence(
    'Every form checks where it was posted',
    'app/_request/action.ts',
    '  await requireSameOrigin()\n',
    actions,
    'createApplication refuses',
  ),
  defence(
    'Posts from other sites stop at the door',
    'proxy.ts',
    [['= isForeignPost(request)', '= false']],
    'proxy.test.ts',
  ),
  defence(
    'Scripts run by nonce only',
    'proxy.ts',
    [["'nonce-${nonce}' 'strict-dynamic'", "'unsafe-inline'"]],
    'proxy.test.ts',
  ),
  defence(
    'Nothing frames the portal',
    'proxy.ts',
    [[`    "frame-ancestors 'none'",\n`, '']],
    'proxy.test.ts',
  ),
  defence(
    'Types are not sniffed',
    'proxy.ts',
    `    ['X-Content-Type-Options', 'nosniff'],\n`,
    'proxy.test.ts',
  ),
  defence(
    'https is promised where it is served',
    'proxy.ts',
    [["startsWith('https:')", "startsWith('never:')"]],
    'proxy.test.ts',
  ),
  defence(
    'Paths that leave the site are made ours',
    'proxy.ts',
    [[".replace(/^[/\\\\]+/, '/')", '']],
    'proxy.test.ts',
  ),
  defence(
    'A caller does not choose where a form returns to',
    'proxy.ts',
    "forwarded.set('X-Guichet-Path', samePath(request))",
    'proxy.test.ts',
  ),
  defence(
    'Redirects stay on the portal',
    'app/_request/return-path.ts',
    [[' || !/^\\/(?![/\\\\])[^\\\\\\p{Cc}]*$/u.test(asked)', '']],
    'app/_request/return-path.test.ts',
  ),
  defence(
    'Documents are attachments, sandboxed',
    'app/_request/document-response.ts',
    [['`attachment; filename="${ascii}"', '`inline; filename="${ascii}"']],
    'app/_request/document-response.test.ts',
  ),
  defence(
    'Names of downloads cannot break out of their header',
    'app/_request/document-response.ts',
    [[".replace(/[^\\x20-\\x7e]|[\"\\\\%]/g, '_')", '']],
    'app/_request/document-response.test.ts',
  ),
  defence(
    'Strangers sign in first',
    guards,
    [['if (!developer) redirect(withReturn', 'if (false) redirect(withReturn']],
    actions,
    'createApplication refuses',
  ),
  defence(
    'Pages of reviewers are closed to developers',
    guards,
    "  if (developer.role === 'developer') return refuse()\n",
    actions,
    'claim refuses',
  ),
  defence(
    'Pages of administrators are closed to reviewers',
    guards,
    "  if (developer.role !== 'administrator') return refuse()\n",
    actions,
    'invite refuses',
  ),
  defence(
    'Reviewers see nothing before a second factor',
    guards,
    [["if (developer.role !== 'developer' && !developer.hasSecondFactor)", 'if (false)']],
    actions,
    'second factor',
  ),
  defence(
    'Delicate actions ask for a confirmation',
    guards,
    [['if (!isConfirmed(developer)) redirect(', 'if (false) redirect(']],
    actions,
    'really its caller',
  ),
]
