const tones = { info: 'fill-info', success: 'fill-success', warning: 'fill-warning' }

/**
 * A share from 0 to 1. Drawn with attributes, as the policy forbids inline styles; what is next to it says
 * the same.
 */
export function Bar({ share, tone }: { share: number; tone: keyof typeof tones }) {
  return (
    <svg className="h-1.5 w-full rounded-full bg-raised" aria-hidden="true">
      <rect width={`${100 * share}%`} height="100%" className={tones[tone]} />
    </svg>
  )
}
