import { mailtoLink } from '@/components/mailto-link'

/** The operator's address for questions, as a link that opens a mail program. */
export function SupportAddress({ email }: { email: string }) {
  return (
    <a
      href={mailtoLink(email)}
      className="underline underline-offset-2 [overflow-wrap:anywhere] hover:text-ink"
    >
      {email}
    </a>
  )
}
