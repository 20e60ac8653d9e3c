export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Whether `value` names a theme of the portal. */
export function isTheme(value: unknown): value is Theme {
  return themes.includes(value as Theme)
}
