const docker =
  'needs Docker; "npm run test:all" tries the image without it, and tests compare compose.yaml with what it names'
const systemd =
  'needs a running systemd and root’s folders; scripts/check/ops-programs.test.ts checks the units'
const placeholder = 'a placeholder for the commands that the pages name'

/** Commands of the docs that no test runs as written, and why; a last "…" is any end. */
export const notRun: [command: string, why: string][] = [
  ['docker …', docker],
  ['for name in gateway-sandbox …', docker],
  [
    'kubectl …',
    'needs a cluster; the overlay is rendered where kubectl is installed, and manifests are checked against the API’s schemas',
  ],
  ['systemctl …', systemd],
  ['systemd-run …', systemd],
  ['journalctl …', systemd],
  ['useradd …', systemd],
  ['release=/opt/guichet/…', systemd],
  ['ln -sfn /opt/guichet/…', systemd],
  ['systemd-analyze security', 'run by scripts/check/ops-programs.test.ts'],
  ['npm start -- --demo', 'scripts/launch/demo/seed.slow.test.ts makes what it shows'],
  ['npm start …', 'each journey starts the product with it'],
  ['npm start', 'each journey starts the product with it'],
  ['npx vitest run scripts/check/ops-files -u', 'writes what scripts/check/ops-files.test.ts compares'],
  ['npm test', 'runs these tests'],
  ['npm run test:all', 'runs these tests'],
  ['npm ci && npm run build', 'its second half is run here, its first by every clone'],
  ['npm --prefix trials run cluster', 'run by trials/cluster/cluster.test.ts'],
  ['npm run faults …', 'takes an hour; docs/evidence has its figures'],
  ['npm run faults', 'takes an hour; docs/evidence has its figures'],
  ['npm run survive', 'takes minutes; prisma/migrate.test.ts fails while its result is out of date'],
  ['npm audit --omit=dev', 'asks a service on the internet'],
  ['pg_basebackup -X none -c fast', 'run by test/point-in-time.test.ts'],
  ['age-keygen -o backup.key', 'the library that encrypts backups makes the same keys here'],
  ['guichet rotate-keys --new-key', 'for the embedded database; run by scripts/operate/keys'],
  ['guichet COMMAND', placeholder],
  ['npx guichet COMMAND', placeholder],
  ['node .build/run.js COMMAND', placeholder],
  ['guichet import-accounts', placeholder],
  ['guichet backup', placeholder],
  ['psql -f FILE', placeholder],
]

/** Why the command is not run, or undefined if it is. */
export function reasonNotToRun(text: string): string | undefined {
  return notRun.find(([command]) =>
    command.endsWith('…') ? text.startsWith(command.slice(0, -1)) : text === command,
  )?.[1]
}
