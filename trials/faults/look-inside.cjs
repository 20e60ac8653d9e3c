// Loaded into each process under a soak: on SIGUSR2 it collects its garbage and writes down what is left.
const { renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')

process.on('SIGUSR2', () => {
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
  const { heapUsed, rss } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  const file = join(process.env.DATA_DIR, `inside-${process.pid}.json`)
  writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, rss, handles }))
  renameSync(`${file}.new`, file)
})
