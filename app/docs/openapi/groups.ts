import type { ApiGroup } from './group'
import { accounts } from './groups/accounts'
import { agents } from './groups/agents'
import { sandboxPaths } from './groups/sandbox'
import { tokens } from './groups/tokens'
import { usage } from './groups/usage'

/**
 * The endpoint groups in the order of the reference. For a new one: a file in `groups/`, its line here, its texts in
 * `docs.api` of `messages/`; its page, Markdown, navigation and search follow.
 */
export const apiGroups: readonly ApiGroup[] = [tokens, accounts, sandboxPaths, usage, agents]
