/** Members of each kind that one cluster runs. */
export const members = { portals: 2, gateways: 3, workers: 2, databases: 2 }

/** The ports of a cluster, all within a hundred from its first. */
export type ClusterPorts = ReturnType<typeof planPorts>

/** @param first the proxy's port; the others follow it */
export function planPorts(first: number) {
  const row = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => first + from + index)
  return {
    proxy: first,
    proxyHealth: first + 1,
    /** a proxy that routes to the current primary */
    primary: first + 2,
    pooler: first + 4,
    redis: first + 5,
    mailbox: first + 6,
    smtp: first + 7,
    etcd: first + 10,
    etcdPeers: first + 11,
    databases: row(12, members.databases),
    patroni: row(14, members.databases),
    portals: row(20, members.gateways),
    sandbox: row(30, members.gateways),
    production: row(33, members.gateways),
    /** of each member: portal, Sandbox, Production, worker, on four ports each */
    metrics: Array.from({ length: members.gateways }, (_, index) => first + 40 + 4 * index),
  }
}

/** Every port of the plan, to check that all are free. */
export function listPorts(ports: ClusterPorts): number[] {
  const metrics = ports.metrics.flatMap((first) => [first, first + 1, first + 2, first + 3])
  const { metrics: _, ...others } = ports
  return [...Object.values(others).flat(), ...metrics]
}
