const steps = 720

/**
 * The guilloche of a certificate as one SVG path around (0, 0), as banknotes have it: waves of the same length, each
 * shifted against the one before.
 * @param radius of the middle of the band, and half its width
 */
export function rosettePath(radius: number, width: number, waves = 18, curves = 12): string {
  return Array.from({ length: curves }, (_, curve) => {
    const points = Array.from({ length: steps }, (_, step) => {
      const angle = (step / steps) * 2 * Math.PI
      const distance = radius + width * Math.cos(waves * angle + (curve / curves) * 2 * Math.PI)
      return `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`
    })
    return `M${points.join('L')}Z`
  }).join('')
}
