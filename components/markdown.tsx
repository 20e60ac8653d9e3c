import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Root } from 'mdast'
import { type ComponentProps, Fragment } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

const dropped = ['img', 'picture', 'source', 'input']

/** HTML in the source is dropped, and so are pictures, which would load from elsewhere. */
const schema = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => !dropped.includes(name)),
}

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema)

/** Markdown by an administrator. Its headings begin at level 2, below the page's own. */
export function Markdown({ text }: { text: string }) {
  return <MarkdownTree root={parseMarkdown(text)} />
}

export function parseMarkdown(text: string): Root {
  return processor.parse(text)
}

/** @param components for elements that are drawn otherwise than in any text */
export function MarkdownTree({ root, components }: { root: Root; components?: Components }) {
  return (
    <div className="grid min-w-0 gap-4 [overflow-wrap:anywhere]">
      {toJsxRuntime(processor.runSync(root), {
        Fragment,
        jsx,
        jsxs,
        // A style, which the content security policy forbids.
        tableCellAlignToStyle: false,
        components: { ...looks, ...components },
      })}
    </div>
  )
}

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

const looks: Components = {
  h1: (props) => <Heading level="h2" {...props} />,
  h2: (props) => <Heading level="h3" {...props} />,
  h3: (props) => <Heading level="h4" {...props} />,
  h4: (props) => <Heading level="h5" {...props} />,
  h5: (props) => <Heading level="h6" {...props} />,
  a: ({ href, children }) => (
    <a href={href} rel="noreferrer" className="font-medium text-accent underline underline-offset-4">
      {children}
    </a>
  ),
  ul: ({ children }) => <ul className="grid list-disc gap-1 pl-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="grid list-decimal gap-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-line border-l-4 pl-4 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  pre: ({ children }) => (
    <pre className="whitespace-pre-wrap rounded-lg bg-raised p-4 text-sm">{children}</pre>
  ),
  th: ({ align, children }) => <th className={align && alignments[align]}>{children}</th>,
  td: ({ align, children }) => <td className={align && alignments[align]}>{children}</td>,
  table: ({ children }) => (
    <table className="w-full text-left text-sm [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-4 [&_th]:pr-4">
      {children}
    </table>
  ),
}

type HeadingProps = ComponentProps<'h2'> & { level: 'h2' | 'h3' | 'h4' | 'h5' | 'h6'; node?: unknown }

function Heading({ level: Level, children }: HeadingProps) {
  return <Level className="mt-2 text-xl">{children}</Level>
}
