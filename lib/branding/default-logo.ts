/** Guichet's mark, on a square of 32: a counter below an arch, and its window. */
export const defaultLogoPaths = {
  arch: 'M7 24V14.5a9 9 0 0 1 18 0V24M5 24.5h22',
  window: 'M12 24v-7.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1V24z',
}

/** The letter to show for a product without a logo. */
export function initialOf(productName: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(productName)
  return first?.segment.toLocaleUpperCase() ?? ''
}

/** Whether to show Guichet's own mark. */
export function usesDefaultLogo({ productName, saved }: { productName: string; saved: boolean }): boolean {
  return !saved || productName === 'Guichet'
}
