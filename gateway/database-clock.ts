/** The database's clock as this process knows it, so that several gateways agree on when something happened. */
export type DatabaseClock = {
  /**
   * Runs a statement that returns the database's clock, and compares it.
   * @param find the clock in its result, in Unix milliseconds, if there is one
   */
  reading<T>(run: () => Promise<T>, find: (result: T) => number | undefined): Promise<T>
  /** A moment of `performance.now()` as Unix milliseconds. */
  toUnix(moment: number): number
}

/**
 * The database read its clock between the start and the end of the statement. The difference that is in use is only moved as
 * far as the last reading demands, so that moments of this process keep their distance to the microsecond.
 */
export function createDatabaseClock(): DatabaseClock {
  let difference: number | undefined
  return {
    async reading(run, find) {
      const began = performance.now()
      const result = await run()
      const at = find(result)
      if (at === undefined) return result
      const [lowest, highest] = [at - performance.now(), at - began]
      difference = Math.min(Math.max(difference ?? (lowest + highest) / 2, lowest), highest)
      return result
    },
    toUnix: (moment) => moment + (difference ?? performance.timeOrigin),
  }
}
