import { execFileSync } from 'node:child_process'

/** Runs a program of the system's, which may be where only root looks. @throws Error when it fails */
export function run(program: string, args: string[]): void {
  execFileSync(program, args, {
    stdio: 'pipe',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  })
}
