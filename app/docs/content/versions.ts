import { type DocsPage, type Part, tags, type Words } from './blocks'

const points = {
  may: ['policy.may.one', 'policy.may.two', 'policy.may.three', 'policy.may.four'],
  willNot: ['policy.willNot.one', 'policy.willNot.two', 'policy.willNot.three'],
  next: ['policy.next.one', 'policy.next.two', 'policy.next.three'],
} as const

/** What programs may rely on, and how a change of it would come. */
export function describeVersions({ t }: Words): DocsPage {
  const part = (key: keyof typeof points, anchor: string): Part => ({
    anchor,
    title: t(`policy.${key}.title`),
    blocks: [{ kind: 'list', items: points[key].map((point) => t.markup(point, tags)) }],
  })
  return {
    path: '/docs/versions',
    title: t('policy.title'),
    lead: t('policy.lead'),
    above: [{ path: '/docs', title: t('title') }],
    parts: [part('may', 'may-change'), part('willNot', 'will-not-change'), part('next', 'next-version')],
  }
}
