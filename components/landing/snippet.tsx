/** The request of a balance, with placeholders. */
export function balanceRequest(msisdn: string): string {
  return `curl "$BASE_URL/api/eWallet/v1/account?msisdn=${msisdn}" \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`
}

/** A text for a terminal with its placeholders marked. */
export function Variables({ code }: { code: string }) {
  const parts = code.split(/(\$[A-Z_]+)/)
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        <span key={index} className={index % 2 ? 'text-code-string' : undefined}>
          {part}
        </span>
      ))}
    </>
  )
}
