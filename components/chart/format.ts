import { tagOf } from '@/lib/languages'

const daySeconds = 86_400

/** How a chart writes numbers and times (Unix seconds, shown in UTC), the same on the server and in a browser. */
export function createAxisFormatter(locale: string, step: number) {
  const tag = tagOf(locale)
  const numbers = new Intl.NumberFormat(tag)
  const compact = new Intl.NumberFormat(tag, { notation: 'compact' })
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const time = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const isDaily = step >= daySeconds
  return {
    /** A mark of the axis: the time, and the day where one begins. */
    axis(at: number): string {
      return isDaily || at % daySeconds === 0 ? day.format(at * 1000) : time.format(at * 1000)
    },
    /** The beginning of one interval, or `whole` it. */
    interval(at: number, whole = false): string {
      const date = day.format(at * 1000)
      if (isDaily) return date
      const end = whole ? ` – ${time.format((at + step) * 1000)}` : ''
      return `${date}, ${time.format(at * 1000)}${end} UTC`
    },
    /** From one moment to another: the times, with the days where there are two. */
    span(from: number, to: number): string {
      const isOneDay = Math.floor(from / daySeconds) === Math.floor(to / daySeconds)
      const moment = (at: number) =>
        `${isOneDay ? '' : `${day.format(at * 1000)}, `}${time.format(at * 1000)}`
      return `${moment(from)} – ${moment(to)}`
    },
    value: (value: number) => numbers.format(value),
    /** For the scale, which has little room. */
    short: (value: number) => (value < 10_000 ? numbers : compact).format(value),
  }
}
