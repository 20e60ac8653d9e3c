import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'

/** The files that git knows or would take, what was generated, and the installed packages by a link. */
export function makeCopy(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: projectRoot })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(projectRoot, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(projectRoot, file), join(copy, file))
  }
  cpSync(join(projectRoot, 'generated'), join(copy, 'generated'), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
}

/** With the database that its tests started. */
export async function removeCopy(copy: string): Promise<void> {
  const place = findPlace(join(copy, '.test'))
  if (place) {
    await stopPostmaster(place.data)
    rmSync(place.folder, { recursive: true, force: true })
  }
  rmSync(copy, { recursive: true, force: true })
}
