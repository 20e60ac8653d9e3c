/** What the console says, in the reader's language. */
export type ConsoleLabels = Record<
  | 'tokenTitle'
  | 'tokenLead'
  | 'getToken'
  | 'balanceTitle'
  | 'balanceLead'
  | 'msisdn'
  | 'query'
  | 'needToken'
  | 'remaining'
  | 'expired'
  | 'request'
  | 'answer'
  | 'status'
  | 'latency'
  | 'requestId'
  | 'copyRequest'
  | 'copyAnswer'
  | 'copied'
  | 'accounts'
  | 'explain'
  | 'problem',
  string
>
