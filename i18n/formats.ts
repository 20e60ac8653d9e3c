/** How the pages write a point in time: one format for each context. `<Moment>` adds the time zone. */
export const formats = {
  dateTime: {
    date: { dateStyle: 'medium' },
    moment: { dateStyle: 'medium', timeStyle: 'short' },
    exact: { dateStyle: 'medium', timeStyle: 'medium' },
    time: { timeStyle: 'short' },
    // What fits below a step of a chart.
    chartDay: { day: 'numeric', month: 'short' },
    chartTime: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  },
} as const
