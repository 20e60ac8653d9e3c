import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Table } from '@/components/ui/table'
import { Code, Paragraph } from '../prose'
import { type Answer, exampleOf, type Field, type Operation, readFields } from './read-document'

/** One address of the API: how to call it and what comes back. */
export async function OperationView({ operation }: { operation: Operation }) {
  const t = await getTranslations('docs.reference')
  const { id, method, path, summary, description, servers, bearer, parameters, form, answers } = operation
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 scroll-mt-6 gap-5 border-line border-t pt-8 first:border-0 first:pt-0"
    >
      <div className="grid gap-2">
        <h2 id={`${id}-title`} className="text-2xl">
          {summary}
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">{method}</Badge>
          <Code>{path}</Code>
        </p>
      </div>
      <Paragraph>{description}</Paragraph>
      <DefinitionList
        items={[
          {
            term: t('servers'),
            value: (
              <span className="grid gap-1">
                {servers.map((url) => (
                  <span key={url}>
                    <Code>{url}</Code>
                  </span>
                ))}
              </span>
            ),
          },
          { term: t('authentication'), value: bearer ? t('bearer') : t('client') },
        ]}
      />
      {parameters.length > 0 && <Fields title={t('parameters')} of={summary} fields={parameters} />}
      {form.length > 0 && <Fields title={t('body')} of={summary} fields={form} />}
      <Answers answers={answers} of={summary} />
    </section>
  )
}

async function Answers({ answers, of }: { answers: Answer[]; of: string }) {
  const t = await getTranslations('docs.reference')
  const docs = await getTranslations('docs')
  const success = answers.find(({ status, schema }) => status === '200' && schema)?.schema
  return (
    <>
      <h3 className="text-lg">{t('answers')}</h3>
      <Table<Answer>
        caption={`${t('answers')}: ${of}`}
        rows={answers}
        rowKey={({ status }) => status}
        columns={[
          { label: t('status'), cell: ({ status }) => <Code>{status}</Code> },
          { label: t('about'), cell: ({ description }) => description },
          {
            label: 'Content-Type',
            cell: ({ mediaType }) => (mediaType ? <Code>{mediaType}</Code> : t('none')),
          },
        ]}
      />
      {success && (
        <>
          <Fields title={t('fields')} of={of} fields={readFields(success)} />
          <CodeBlock
            title={t('example')}
            code={JSON.stringify(exampleOf(success), null, 2)}
            copyLabel={docs('copy')}
            copyName={`${docs('copy')}: ${of}`}
            copiedLabel={docs('copied')}
          />
        </>
      )}
    </>
  )
}

async function Fields({ title, of, fields }: { title: string; of: string; fields: Field[] }) {
  const t = await getTranslations('docs.reference')
  return (
    <>
      <h3 className="text-lg">{title}</h3>
      <Table<Field>
        caption={`${title}: ${of}`}
        rows={fields}
        rowKey={({ name }) => name}
        columns={[
          {
            label: t('name'),
            cell: ({ name, required }) => (
              <span className="flex flex-wrap items-center gap-2">
                <Code>{name}</Code>
                {required && <span className="text-muted text-xs">{t('required')}</span>}
              </span>
            ),
          },
          { label: 'Type', cell: ({ type }) => <span className="font-mono text-xs">{type}</span> },
          { label: t('about'), cell: ({ description }) => description },
        ]}
      />
    </>
  )
}
