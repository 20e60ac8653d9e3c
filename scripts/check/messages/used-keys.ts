import { join, relative } from 'node:path'
import {
  type AsExpression,
  type CallExpression,
  type Expression,
  isAsExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  type SourceFile,
} from 'typescript-7/unstable/ast'
import { API, type Checker, type Project, type Type } from 'typescript-7/unstable/sync'
import { projectRoot } from '@/scripts/launch/root'

/** Words in quotes anywhere in the code: reasons and enumerations that become the end of a key. */
type Quoted = Set<string>

/** What the compiler found out about the nodes of one file, which it is asked in one go: each question takes a round trip. */
type Types = Map<Node, Type | undefined>

/**
 * Finds the messages that app, components, i18n and portal read, by the compiler's types: a key that is put together
 * (`codes.${code}.title`) has the union of all its values as its type. Where a cast hides that, and for reasons of
 * refusals, which are defined elsewhere, a key counts if its last part is in quotes somewhere in the code.
 * @param written all existing keys
 */
export function findUsedKeys(written: string[]): Set<string> {
  const compiler = new API({ cwd: projectRoot })
  try {
    const configuration = join(projectRoot, 'tsconfig.json')
    const project = compiler.updateSnapshot({ openProjects: [configuration] }).getProject(configuration)
    if (!project) throw new Error('tsconfig.json cannot be read.')
    const sources = readSources(project)
    const quoted = readQuoted(sources)
    const asked = sources.filter(({ fileName }) => isAsked(fileName))
    return new Set(asked.flatMap((file) => readFile(file, project.checker, written, quoted)))
  } finally {
    compiler.close()
  }
}

function readSources({ program }: Project): SourceFile[] {
  return program
    .getSourceFileNames()
    .filter(isOurs)
    .map((name) => program.getSourceFile(name))
    .filter((file) => file !== undefined)
}

function readFile(file: SourceFile, checker: Checker, written: string[], quoted: Quoted): string[] {
  const nodes = listNodes(file)
  const calls = nodes.filter(isCallExpression)
  const casts = nodes.filter(isAsExpression)
  const types = askTypes(checker, [
    ...calls.flatMap((call) => [...ownersOf(call), ...call.arguments.slice(0, 1)]),
    ...casts.flatMap((cast) => [cast, cast.expression]),
  ])
  return [
    ...calls.flatMap((call) => readCall(call, types, written, quoted)),
    ...calls.flatMap((call) => readNamespace(call, written, quoted)),
    ...casts.flatMap((cast) => readCast(cast, types, written, quoted)),
    ...readProperties(nodes, checker),
  ]
}

function listNodes(file: SourceFile): Node[] {
  const nodes: Node[] = []
  const visit = (node: Node): void => {
    nodes.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return nodes
}

function askTypes(checker: Checker, nodes: Node[]): Types {
  const found = nodes.length > 0 ? checker.getTypeAtLocation(nodes) : []
  return new Map(nodes.map((node, index) => [node, found[index]]))
}

function isAsked(file: string): boolean {
  return /^(app|components|i18n|portal)\//.test(relative(projectRoot, file)) && !/\.test\.tsx?$/.test(file)
}

function isOurs(file: string): boolean {
  return (
    /^(app|components|i18n|lib|generated|portal)\//.test(relative(projectRoot, file)) &&
    !/\.test\.tsx?$/.test(file)
  )
}

function readQuoted(sources: SourceFile[]): Quoted {
  return new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(['"])([\w.-]+)\1/g)].map(([, , word]) => word ?? '')),
  )
}

/** `t('…')`, `t.rich('…')` and so on, where `t` has the type of a translator. */
function readCall(call: CallExpression, types: Types, written: string[], quoted: Quoted): string[] {
  const [key] = call.arguments
  const type = ownersOf(call)
    .map((owner) => types.get(owner))
    .find(isTranslator)
  if (!type || !key) return []
  const prefix = prefixOf(type)
  const keyType = types.get(key)
  const known = keyType?.isUnionType() ? keyType.getTypes() : [keyType]
  const values = known.flatMap((each) => (each?.isStringLiteralType() ? [each.value] : []))
  const certain = !isAsExpression(key) && !prefix.endsWith('errors.')
  if (isStringLiteral(key) || (certain && values.length === known.length))
    return values.map((value) => prefix + value)
  return ofShape(prefix, isAsExpression(key) ? key.expression : key, written, quoted)
}

/** What may be the translator of a call: what is called, or the object whose method it is. */
function ownersOf({ expression }: CallExpression): Expression[] {
  return isPropertyAccessExpression(expression) ? [expression, expression.expression] : [expression]
}

function isTranslator(type: Type | undefined): type is Type {
  return type?.getAliasSymbol()?.name === 'Translator'
}

/** Where the namespace of a translator appears in every key. */
function prefixOf(translator: Type): string {
  const namespace = translator.getAliasTypeArguments()[1]
  return namespace?.isStringLiteralType() ? `${namespace.value}.` : ''
}

/** A translator that is cast to a plain function: its keys are defined elsewhere. */
function readCast(cast: AsExpression, types: Types, written: string[], quoted: Quoted): string[] {
  const type = types.get(cast.expression)
  if (!isTranslator(type) || isTranslator(types.get(cast))) return []
  return ofShape(prefixOf(type), cast.expression, written, quoted)
}

/** The possible values of a key expression below `prefix`. */
function ofShape(prefix: string, key: Expression, written: string[], quoted: Quoted): string[] {
  const shape = isTemplateExpression(key)
    ? [key.head.text, ...key.templateSpans.map(({ literal }) => literal.text)].map(escapeRegExp).join('.+')
    : '.+'
  // Only the namespace of `submit` begins with a placeholder, and readNamespace reads it where it is written.
  if (prefix === '' && shape.startsWith('.+')) return []
  const pattern = new RegExp(`^${escapeRegExp(prefix)}${shape}$`)
  return written.filter((each) => pattern.test(each) && quoted.has(each.slice(each.lastIndexOf('.') + 1)))
}

/** `submit(form, schema, 'accounts.errors', …)`, which puts that before the messages of a schema's issues. */
function readNamespace(
  { expression, arguments: given }: CallExpression,
  written: string[],
  quoted: Quoted,
): string[] {
  const [, , namespace] = given
  if (!isIdentifier(expression) || expression.text !== 'submit') return []
  if (!namespace || !isStringLiteral(namespace)) return []
  return ofShape(`${namespace.text}.`, namespace, written, quoted)
}

/** `en.failure.title`, where a JSON file of messages is imported directly. */
function readProperties(nodes: Node[], checker: Checker): string[] {
  const names = nodes.filter(isPropertyAccessExpression).map(({ name }) => name)
  const symbols = names.length > 0 ? checker.getSymbolAtLocation(names) : []
  return symbols.flatMap((symbol) =>
    (symbol?.declarations ?? []).flatMap((declaration) => {
      const area = /\/messages\/en\/(\w+)\.json$/.exec(declaration.path)?.[1]
      return area ? [[area, ...pathInside(declaration.resolve())].join('.')] : []
    }),
  )
}

function pathInside(declaration: Node | undefined): string[] {
  const path: string[] = []
  for (let node = declaration; node; node = node.parent)
    if (isPropertyAssignment(node) && isStringLiteral(node.name)) path.unshift(node.name.text)
  return path
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
