import { join, relative } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '@/scripts/launch/root'

/** Words in quotes anywhere in the code: reasons and enumerations that become the end of a key. */
type Quoted = Set<string>

/**
 * Finds the messages that app, components, i18n and portal read, by the compiler's types: a key that is put together
 * (`codes.${code}.title`) has the union of all its values as its type. Where a cast hides that, and for reasons of
 * refusals, which are defined elsewhere, a key counts if its last part is in quotes somewhere in the code.
 * @param written all existing keys
 */
export function findUsedKeys(written: string[]): Set<string> {
  const { options, fileNames } = readProject()
  const program = ts.createProgram(fileNames.filter(isAsked), { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const sources = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName))
  const quoted = readQuoted(sources)
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      for (const key of readCall(node, checker, written, quoted)) used.add(key)
      for (const key of readNamespace(node, written, quoted)) used.add(key)
    }
    if (ts.isAsExpression(node)) for (const key of readCast(node, checker, written, quoted)) used.add(key)
    if (ts.isPropertyAccessExpression(node)) for (const key of readProperty(node, checker)) used.add(key)
    ts.forEachChild(node, visit)
  }
  for (const file of sources.filter(({ fileName }) => isAsked(fileName))) visit(file)
  return used
}

function readProject(): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} }
  const project = ts.getParsedCommandLineOfConfigFile(join(projectRoot, 'tsconfig.json'), {}, host)
  if (!project) throw new Error('tsconfig.json cannot be read.')
  return project
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

function readQuoted(sources: readonly ts.SourceFile[]): Quoted {
  return new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(['"])([\w.-]+)\1/g)].map(([, , word]) => word ?? '')),
  )
}

/** `t('…')`, `t.rich('…')` and so on, where `t` has the type of a translator. */
function readCall(
  call: ts.CallExpression,
  checker: ts.TypeChecker,
  written: string[],
  quoted: Quoted,
): string[] {
  const {
    expression,
    arguments: [key],
  } = call
  const owners = ts.isPropertyAccessExpression(expression)
    ? [expression, expression.expression]
    : [expression]
  const type = owners.map((each) => checker.getTypeAtLocation(each)).find(isTranslator)
  if (!type || !key) return []
  const prefix = prefixOf(type)
  const keyType = checker.getTypeAtLocation(key)
  const known = keyType.isUnion() ? keyType.types : [keyType]
  const certain = !ts.isAsExpression(key) && !prefix.endsWith('errors.')
  if (ts.isStringLiteral(key) || (certain && known.every((each) => each.isStringLiteral())))
    return known.map((each) => prefix + (each as ts.StringLiteralType).value)
  return ofShape(prefix, ts.isAsExpression(key) ? key.expression : key, written, quoted)
}

function isTranslator(type: ts.Type): boolean {
  return type.aliasSymbol?.name === 'Translator'
}

/** Where the namespace of a translator appears in every key. */
function prefixOf(translator: ts.Type): string {
  const namespace = translator.aliasTypeArguments?.[1]
  return namespace?.isStringLiteral() ? `${namespace.value}.` : ''
}

/** A translator that is cast to a plain function: its keys are defined elsewhere. */
function readCast(
  cast: ts.AsExpression,
  checker: ts.TypeChecker,
  written: string[],
  quoted: Quoted,
): string[] {
  const type = checker.getTypeAtLocation(cast.expression)
  if (!isTranslator(type) || isTranslator(checker.getTypeAtLocation(cast))) return []
  return ofShape(prefixOf(type), cast.expression, written, quoted)
}

/** The possible values of a key expression below `prefix`. */
function ofShape(prefix: string, key: ts.Expression, written: string[], quoted: Quoted): string[] {
  const shape = ts.isTemplateExpression(key)
    ? [key.head.text, ...key.templateSpans.map(({ literal }) => literal.text)].map(escapeRegExp).join('.+')
    : '.+'
  // Only the namespace of `submit` begins with a placeholder, and readNamespace reads it where it is written.
  if (prefix === '' && shape.startsWith('.+')) return []
  const pattern = new RegExp(`^${escapeRegExp(prefix)}${shape}$`)
  return written.filter((each) => pattern.test(each) && quoted.has(each.slice(each.lastIndexOf('.') + 1)))
}

/** `submit(form, schema, 'accounts.errors', …)`, which puts that before the messages of a schema's issues. */
function readNamespace(call: ts.CallExpression, written: string[], quoted: Quoted): string[] {
  const namespace = call.arguments[2]
  if (call.expression.getText() !== 'submit' || !namespace || !ts.isStringLiteral(namespace)) return []
  return ofShape(`${namespace.text}.`, namespace, written, quoted)
}

/** `en.failure.title`, where a JSON file of messages is imported directly. */
function readProperty(access: ts.PropertyAccessExpression, checker: ts.TypeChecker): string[] {
  const declarations = checker.getSymbolAtLocation(access.name)?.declarations ?? []
  return declarations.flatMap((declaration) => {
    const area = /\/messages\/en\/(\w+)\.json$/.exec(declaration.getSourceFile().fileName)?.[1]
    return area ? [[area, ...pathInside(declaration)].join('.')] : []
  })
}

function pathInside(declaration: ts.Node): string[] {
  const path: string[] = []
  for (let node = declaration; node; node = node.parent)
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) path.unshift(node.name.text)
  return path
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
