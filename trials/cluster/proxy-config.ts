import { type ClusterPorts, members } from './ports'

/** The host name of each public URL; the gateway's own socket still decides the environment. */
export const hostNames = {
  portal: 'portal.localhost',
  sandbox: 'sandbox.localhost',
  production: 'production.localhost',
} as const

type Backend = keyof typeof hostNames

/**
 * HAProxy in front of portals and gateways: one address, with a host name for each public URL. A member that isn't
 * ready gets no requests; if none is ready, all do, so that the response is the product's own 503 and not the proxy's.
 */
export function proxyConfig(ports: ClusterPorts): string {
  return `global
  maxconn 11000
  no strict-limits
  hard-stop-after 3s
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 60s
  timeout http-request 30s
  timeout http-keep-alive 120s
  timeout queue 2s
  timeout check 2s
  option forwardfor
  option redispatch 1
  retries 3
frontend health
  bind 127.0.0.1:${ports.proxyHealth}
  monitor-uri /
frontend public
  bind 127.0.0.1:${ports.proxy}
  http-request set-var(txn.name) req.hdr(host),field(1,:),lower
${(Object.keys(hostNames) as Backend[])
  .map((name) => `  use_backend ${name} if { var(txn.name) -m str ${hostNames[name]} }`)
  .join('\n')}
  default_backend unknown
backend unknown
  http-request return status 404 content-type text/plain string "This host name is not known here."
${backend('portal', ports.portals.slice(0, members.portals))}${backend('sandbox', ports.sandbox)}${backend('production', ports.production)}`
}

/**
 * Retrying a gateway request is safe, even for a token: the response is the same. A page's form is only sent again if
 * no portal received it.
 */
function backend(name: Backend, ports: number[]): string {
  const retryOn = name === 'portal' ? 'conn-failure' : 'conn-failure empty-response'
  const servers = ports.map((port, index) => [
    `  server ${name}-${index + 1} 127.0.0.1:${port} check`,
    `  server ${name}-${index + 1}-unready 127.0.0.1:${port} backup`,
  ])
  return `backend ${name}
  balance roundrobin
  retry-on ${retryOn}
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host ${hostNames[name]}
  http-check expect status 200
  option allbackups
  default-server inter 1s fastinter 250ms downinter 500ms fall 2 rise 1
${[0, 1].flatMap((row) => servers.map((each) => each[row])).join('\n')}
`
}
