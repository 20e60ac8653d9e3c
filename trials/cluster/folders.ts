import { createHmac } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { type Place, preparePlace } from '@/scripts/launch/postgres/place'
import { type Keys, prepareKeys } from '@/scripts/launch/start/keys'
import {
  type DatabasePasswords,
  memberName,
  patroniConfig,
  poolerConfig,
  poolerUsers,
  primaryConfig,
} from './database-config'
import type { Programs } from './packages'
import { type ClusterPorts, members } from './ports'
import { proxyConfig } from './proxy-config'

/** A cluster's folders and secrets. */
export type ClusterFolders = {
  dataDir: string
  place: Place
  keys: Keys
  passwords: DatabasePasswords
  /** of PostgreSQL `index` */
  databaseFolder(index: number): string
}

/** The keys and folders of the cluster in `dataDir`, created on the first start. */
export function prepareFolders(dataDir: string): ClusterFolders {
  const keys = prepareKeys(dataDir)
  const place = preparePlace(dataDir)
  const derive = (name: string) =>
    createHmac('sha256', keys.databasePasswords.owner).update(`cluster:${name}`).digest('base64url')
  const passwords = {
    superuser: derive('superuser'),
    replicator: derive('replicator'),
  }
  const databaseFolder = (index: number) => join(place.folder, memberName(index))
  const folders = [
    'etcd',
    'redis',
    ...Array.from({ length: members.databases }, (_, index) => memberName(index)),
  ]
  for (const name of folders) makeOwned(join(place.folder, name), place)
  return { dataDir, place, keys, passwords, databaseFolder }
}

/** Writes the engines' configuration files; all may hold passwords, and are readable by their user only. */
export function writeConfigs(folders: ClusterFolders, ports: ClusterPorts, programs: Programs): void {
  const { place, keys, passwords } = folders
  const write = (name: string, text: string) => writeFileAs(place.user, join(place.folder, name), text)
  write('proxy.cfg', proxyConfig(ports))
  write('primary.cfg', primaryConfig())
  write('pgbouncer.ini', poolerConfig(ports, place.folder))
  write('userlist.txt', poolerUsers(keys.databasePasswords))
  const binaries = join(programs.postgres, '..')
  for (let index = 0; index < members.databases; index++) {
    const folder = folders.databaseFolder(index)
    write(`${memberName(index)}.json`, patroniConfig({ index, ports, folder, binaries, passwords }))
  }
}

function makeOwned(path: string, { user }: Place): void {
  if (existsSync(path)) return
  mkdirSync(path)
  chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
}
