import { getTranslations } from 'next-intl/server'
import { accentScale } from '@/lib/branding/accent'

/** The saved colour as both themes use it. Drawn, as the policy of the pages allows no style of an element's own. */
export async function AccentPreview({ colour }: { colour: string }) {
  const t = await getTranslations('administration.branding')
  const scale = accentScale(colour)
  return (
    <ul className="grid max-w-sm gap-2 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => {
        const { accent, hover, soft, ink } = scale[theme]
        return (
          <li key={theme} className="grid gap-1 text-muted text-xs">
            {t(theme)}
            <svg viewBox="0 0 120 32" className="w-full rounded-lg border border-line" aria-hidden="true">
              <rect width="120" height="32" fill={soft} />
              <rect width="40" height="32" fill={accent} />
              <rect x="40" width="40" height="32" fill={hover} />
              {[20, 60].map((x) => (
                <text key={x} x={x} y="21" fill={ink} fontSize="14" fontWeight="600" textAnchor="middle">
                  Aa
                </text>
              ))}
              <text x="100" y="21" fill={accent} fontSize="14" fontWeight="600" textAnchor="middle">
                Aa
              </text>
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
