// Loaded before each process of the product that the cluster starts: names below `localhost` are this machine, as RFC
// 6761 §6.3 says and as browsers do, also where the system's resolver does not know them.
const dns = require('node:dns')

const { lookup } = dns
dns.lookup = function lookupWithLocalhost(name, options, callback) {
  const local = typeof name === 'string' && name.endsWith('.localhost')
  return lookup.call(dns, local ? '127.0.0.1' : name, options, callback)
}
