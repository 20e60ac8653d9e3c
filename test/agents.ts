import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** An agent of the SDK's own client. @param key null for one without */
export async function connectAgent(url: string, key: string | null, fetch?: Fetch): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' })
  const requestInit = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch }))
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: A test reads what it expects.
export type Content = any

/** What a tool returns, after checking that its text is the same. */
export async function callTool(client: Client, name: string, given: object = {}) {
  const result = (await client.callTool({ name, arguments: { ...given } })) as CallToolResult
  const [text] = result.content
  if (text?.type !== 'text' || text.text !== JSON.stringify(result.structuredContent))
    throw new Error(`${name}: the text differs from the structured content`)
  return { isError: result.isError ?? false, content: result.structuredContent as Content }
}
