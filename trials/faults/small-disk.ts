import { chmodSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { stopLater } from '@/scripts/launch/start/shutdown'
import type { ClusterFolders } from '../cluster/folders'
import { members } from '../cluster/ports'
import { run } from './system'

/** With room for the WAL that PostgreSQL keeps for a standby (`wal_keep_size`). */
const size = '2G'

/**
 * Gives each PostgreSQL its own file system in a file (ext4 on a loop device), small enough to be filled.
 * @returns their folders, or null if this user may not mount
 */
export function mountDisks({ place, databaseFolder }: ClusterFolders): string[] | null {
  if (process.getuid?.() !== 0) return null
  const folders = Array.from({ length: members.databases }, (_, index) => databaseFolder(index))
  const mounted: string[] = []
  stopLater(() => {
    for (const folder of mounted) run('umount', ['--lazy', folder])
  })
  try {
    for (const [index, folder] of folders.entries()) {
      const image = join(place.folder, `disk-${index + 1}.img`)
      run('truncate', ['--size', size, image])
      run('mkfs.ext4', ['-q', '-m', '0', '-F', image])
      run('mount', ['-o', 'loop', image, folder])
      mounted.push(folder)
      chmodSync(folder, 0o700)
      if (place.user) chownSync(folder, place.user.uid, place.user.gid)
    }
    return folders
  } catch {
    for (const folder of mounted.splice(0)) run('umount', [folder])
    return null
  }
}
