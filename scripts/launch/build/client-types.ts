import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslator } from 'next-intl'
import openapi, { astToString } from 'openapi-typescript'
import { describeApi } from '@/app/docs/openapi/document'
import type { Describe } from '@/app/docs/openapi/group'
import { nameShared } from '@/app/docs/openapi/name-shared'
import { messages } from '@/generated/messages'
import { projectRoot } from '../root'

// Writes the types of the client's requests and responses: those of the operations of the OpenAPI document
// that it uses.
const folder = join(projectRoot, 'clients/typescript/src')
const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
const used = new Set(sources.flatMap((source) => source.match(/(?<=operations\[')\w+/g) ?? []))
const t = createTranslator({ locale: 'en', messages: messages.en, namespace: 'docs.api' })
const document = describeApi(t as unknown as Describe)
const isUsed = (operation: object) => 'operationId' in operation && used.has(`${operation.operationId}`)
const paths = Object.entries(document.paths ?? {})
  .map(([path, item]) => [path, Object.entries(item).filter(([, operation]) => isUsed(operation))] as const)
  .filter(([, operations]) => operations.length > 0)
  .map(([path, operations]) => [path, Object.fromEntries(operations)])
const { openapi: version, info } = document
const filtered = nameShared({ openapi: version, info, paths: Object.fromEntries(paths) })
const described = JSON.stringify(filtered, (key, value) =>
  key === 'headers' || key.startsWith('example') ? undefined : value,
)
writeFileSync(join(folder, 'api.ts'), astToString(await openapi(described)))
