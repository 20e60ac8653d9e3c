/** Who asks: nobody who is signed in, a developer with applications of their own, or a reviewer. */
export type Visitor = 'stranger' | 'developer' | 'reviewer'

/** A page to measure. `bar` is what the 95th percentile may be, in milliseconds. */
export type MeasuredPage = { path: string; visitor: Visitor; bar: number }

/** What the addresses of single things need. */
export type Filled = { applicationId: string }

const queueBar = 150
const pageBar = 60

/** The pages by group: `npm run measure -- queue` takes the first one alone. Another page is another line here. */
export const groups: Record<string, (filled: Filled) => MeasuredPage[]> = {
  queue: () => [
    { path: '/review', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&page=150', visitor: 'reviewer', bar: queueBar },
    { path: '/review?assignee=nobody', visitor: 'reviewer', bar: queueBar },
    { path: '/review?state=all&text=shop+77', visitor: 'reviewer', bar: queueBar },
  ],
  pages: ({ applicationId }) => [
    { path: '/', visitor: 'stranger', bar: pageBar },
    { path: '/docs', visitor: 'stranger', bar: pageBar },
    { path: '/applications', visitor: 'developer', bar: pageBar },
    { path: `/applications/${applicationId}`, visitor: 'developer', bar: pageBar },
  ],
}
