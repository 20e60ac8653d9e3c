import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The bytes of this process's heap that are reachable. */
export function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
