import { execFileSync } from 'node:child_process'

/** Runs a system program, which may be outside a normal user's PATH. @throws Error when it fails */
export function run(program: string, args: string[]): void {
  execFileSync(program, args, {
    stdio: 'pipe',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  })
}
