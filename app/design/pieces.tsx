import { Inbox } from 'lucide-react'
import { EnvironmentBadge } from '@/components/environment-badge'
import { type ApplicationState, StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { Progress } from '@/components/ui/progress'
import { Table } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { TextLink } from '@/components/ui/text-link'
import { Timeline } from '@/components/ui/timeline'

const states: ApplicationState[] = [
  'active',
  'suspended',
  'deleted',
  'draft',
  'in_validation',
  'changes_requested',
  'rejected',
  'activating',
]

/** What tells the reader how things stand. */
export function Feedback() {
  return (
    <>
      <Card title="Badges" aside={<TextLink href="#top">A link</TextLink>}>
        <div className="flex flex-wrap gap-2">
          <EnvironmentBadge environment="sandbox" />
          <EnvironmentBadge environment="production" />
          {states.map((state) => (
            <StateBadge key={state} state={state} />
          ))}
          <Badge>Neutral</Badge>
        </div>
      </Card>
      <Card title="Notices">
        <div className="grid gap-3">
          <Notice title="Good to know">The same token comes back until it nears its end.</Notice>
          <Notice tone="success" title="Done" />
          <Notice tone="warning">This secret retires in two days.</Notice>
          <Notice tone="danger" title="Not sent">
            One document is missing.
          </Notice>
        </div>
      </Card>
      <Card title="Progress">
        <Progress label="Documents" value={3} max={5} text="3 of 5" />
      </Card>
    </>
  )
}

/** What holds content. */
export function Structure() {
  return (
    <>
      <Card title="Table">
        <SampleTable />
        <Pagination page={2} pages={3} href={(page) => `/design?page=${page}`} />
      </Card>
      <Card title="Tabs and code">
        <Tabs name="language" label="Language" tabs={['curl', 'Python'].map(sampleTab)} />
      </Card>
      <Card title="Definitions">
        <DefinitionList
          items={[
            { term: 'Client ID', value: <code>guichet_sandbox_id_4f9K2mQ0</code> },
            { term: 'Created', value: '21 November 2026' },
          ]}
        />
      </Card>
      <Card title="Timeline">
        <Timeline
          entries={[
            { key: '1', title: 'Submitted', meta: 'You, 21 November at 09:00 UTC', tone: 'accent' },
            {
              key: '2',
              title: 'Changes requested',
              meta: 'A reviewer',
              body: 'The scan is cut off.',
              tone: 'warning',
            },
          ]}
        />
      </Card>
      <EmptyState
        icon={<Inbox aria-hidden="true" />}
        title="No application yet"
        action={<ButtonLink href="/">Create one</ButtonLink>}
      >
        The first one takes a minute.
      </EmptyState>
    </>
  )
}

function SampleTable() {
  return (
    <Table
      caption="Sample calls"
      rowKey={(row) => row.name}
      rows={[
        { name: 'Baobab Pay', calls: 12_500 },
        { name: 'Téranga', calls: 310 },
      ]}
      columns={[
        { label: 'Application', cell: (row) => row.name },
        { label: 'Environment', cell: () => <EnvironmentBadge environment="sandbox" /> },
        { label: 'Calls', cell: (row) => row.calls, numeric: true },
      ]}
    />
  )
}

function sampleTab(label: string) {
  const code = label === 'curl' ? 'curl "$BASE_URL/healthz"' : 'requests.get(f"{base_url}/healthz")'
  const content = (
    <CodeBlock
      code={code}
      title={label}
      copyLabel="Copy"
      copyName={`Copy the ${label} snippet`}
      copiedLabel="Copied"
    />
  )
  return { value: label, label, content }
}
