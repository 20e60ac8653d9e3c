import { expect, test } from 'vitest'
import { postable, renderPosted } from '@/test/posted-form'
import { EmailRequest } from './email-request'

const request = {
  action: postable(),
  title: 'Expired',
  lead: 'The link has expired.',
  button: 'Send a new link',
  after: null,
}

test('without a script, the page of a link that was just replaced says that another was sent', async () => {
  const html = await renderPosted(
    <EmailRequest {...request} link="replaced" />,
    { value: 'A new link was sent.', values: { link: 'replaced' } },
    // Rendered after the post, the page finds the link unknown.
    <EmailRequest {...request} title="Unknown" />,
  )
  expect(html).toContain('A new link was sent.')
  expect(html).toContain('name="link" value="replaced"')
  expect(html).not.toContain('Unknown')
})
