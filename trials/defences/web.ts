// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const actions = 'app/actions.test.ts'
const foreign = 'app/_request/same-origin.ts'
const guards = 'app/_request/session.ts'
const admission = 'portal/admission.ts'
const headers = 'portal/headers.ts'
const visit = 'portal/visit.ts'
const server = 'portal/server.test.ts'

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
    admission,
    [['if (!isSameOrigin(headers.origin', 'if (false && !isSameOrigin(headers.origin']],
    server,
    'is a POST from another site',
  ),
  defence(
    'A form is judged by its size before it is read',
    admission,
    [["Number(headers['content-length'] ?? 0) > formLimit", 'false']],
    server,
    'from its head alone',
  ),
  defence(
    'The name of an action is one that Next makes',
    admission,
    [['!/^[0-9a-f]{40,42}$/.test(action.toString())', 'false']],
    server,
    'from its head alone',
  ),
  defence(
    'Few forms are under way at a time',
    admission,
    'if (all >= maxInAll || (underWay.get(source) ?? 0) >= maxFromOne) return busy()',
    server,
    'few at a time',
  ),
  defence(
    'A form arrives in time',
    admission,
    [['setTimeout(() => request.destroy(), arrival)', 'setTimeout(() => {}, arrival)']],
    server,
    'cut off in time',
  ),
  defence(
    'The rest of a body is not read for ever',
    'portal/server.ts',
    [['    endUpload(request, response)\n', '']],
    server,
    'not read for ever',
  ),
  defence(
    'An outage of the database is an outage, and signs no one out',
    'portal/server.ts',
    'if (!(await options.database.isReachable())) return sendOutage(visit, options.logger)',
    server,
    'while the database is away',
  ),
  defence(
    'Passwords are not given back in a page',
    'portal/read-form.ts',
    [['!isOfReact(name) && /password|passkey|code/i.test(name)', 'false']],
    server,
    'a form is kept in the page',
  ),
  defence(
    'A page that fails in an outage ends no session',
    'portal/hold-response.ts',
    [["  'set-cookie',\n", '']],
    server,
    'ends no session',
  ),
  defence(
    'The database is not waited for without a limit',
    'portal/database-probe.ts',
    [
      ["withTimeout(timeoutMs, () => query('SELECT 1'))", "query('SELECT 1')"],
      [', query_timeout: timeoutMs }', ' }'],
    ],
    'portal/start.test.ts',
    'says nothing',
  ),
  defence(
    'Lines of a log are few',
    'lib/log-limits.ts',
    [['count === 1 || (count <= maxOfKind && written < maxOfAll)', 'true']],
    'lib/log-limits.test.ts',
  ),
  defence(
    'Lines of a log are short',
    'lib/log-limits.ts',
    [['if (line.length <= maxLine) return line', 'return line']],
    'lib/log-limits.test.ts',
  ),
  defence(
    'What a caller sent does not reach the log by way of Next',
    'lib/logger.ts',
    [[`.replace(/"[^"\\n]*"|\`[^\`\\n]*\`|'[^'\\n]*'/g, '"…"')`, '']],
    'lib/logger.test.ts',
  ),
  defence(
    'A full disk does not end the supervisor',
    'scripts/launch/start/log-file.ts',
    [['        dropped += Buffer.byteLength(text)\n', '        throw new Error()\n']],
    'scripts/launch/start/log-file.test.ts',
  ),
  defence(
    'Nothing is written through a link in a shared folder',
    'scripts/launch/run/marks.ts',
    'if (!found.isDirectory()) throw new Error(`${folder} is not a directory.`)',
    'scripts/launch/run/marks.test.ts',
  ),
  defence(
    'Scripts run by nonce only',
    headers,
    [["'nonce-${nonce}' 'strict-dynamic'", "'unsafe-inline'"]],
    server,
    'by nonce only',
  ),
  defence(
    'Nothing frames the portal',
    headers,
    [[`    "frame-ancestors 'none'",\n`, '']],
    server,
    'by nonce only',
  ),
  defence(
    'Types are not sniffed',
    headers,
    `    ['X-Content-Type-Options', 'nosniff'],\n`,
    server,
    'how browsers',
  ),
  defence(
    'https is promised where it is served',
    headers,
    [["startsWith('https:')", "startsWith('never:')"]],
    server,
    'promises https',
  ),
  defence(
    'Paths that leave the site are made ours',
    visit,
    [[".replace(/^[/\\\\]+/, '/')", '']],
    server,
    'is a path of this site',
  ),
  defence(
    'A caller does not choose where a form returns to',
    visit,
    "headers['x-guichet-path'] = path",
    server,
    'whatever the caller claims',
  ),
  defence(
    'Redirects stay on the portal',
    'app/_request/return-path.ts',
    [[" || parsed.pathname.startsWith('//')", '']],
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
