import { ArrowRight } from 'lucide-react'
import { EnvironmentIcon } from '@/components/environment-badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { PasswordInput } from '@/components/ui/password-input'
import { RadioCards } from '@/components/ui/radio-cards'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'

async function wait() {
  'use server'
  await new Promise((done) => setTimeout(done, 1500))
}

const environments = [
  {
    value: 'sandbox',
    label: 'Sandbox',
    description: 'Ready at once, with test accounts.',
    icon: <EnvironmentIcon environment="sandbox" />,
    tone: 'sandbox' as const,
  },
  {
    value: 'production',
    label: 'Production',
    description: 'Needs documents and a validation.',
    icon: <EnvironmentIcon environment="production" />,
    tone: 'production' as const,
  },
]

/** Buttons, and a form with everything that one fills in. */
export function Controls() {
  return (
    <>
      <Card title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="danger">Danger</Button>
          <Button variant="quiet">Quiet</Button>
          <Button disabled>Disabled</Button>
          <Button size="small">Small</Button>
          <ButtonLink href="#large" size="large" id="large">
            A link
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
          <CopyButton text="copied" label="Copy" copiedLabel="Copied" />
        </div>
      </Card>
      <Card title="Form">
        <SampleForm />
      </Card>
    </>
  )
}

function SampleForm() {
  return (
    <Form action={wait}>
      <ErrorSummary title="There is a problem" errors={{ address: 'Write a whole address, with an @.' }} />
      <TextInput
        label="Name"
        name="name"
        hint="Shown to reviewers."
        note="optional"
        defaultValue="Baobab Pay"
      />
      <TextInput
        label="Address"
        name="address"
        type="email"
        defaultValue="awa@"
        error="Write a whole address, with an @."
      />
      <PasswordInput
        label="Secret word"
        name="word"
        hint="15 characters or more."
        showLabel="Show password"
        hideLabel="Hide password"
        autoComplete="off"
      />
      <Textarea label="Description" name="description" />
      <Select label="Period" name="period" options={[{ value: 'day', label: 'Last day' }]} />
      <RadioCards label="Environment" name="environment" options={environments} defaultValue="sandbox" />
      <Checkbox label="I have read the terms" name="terms" hint="They fit on one page." />
      <div>
        <SubmitButton>Send and wait</SubmitButton>
      </div>
    </Form>
  )
}
