/** Of MAIL_FROM. Not parsed by nodemailer, for which `:`, `;` and parentheses in the name have a meaning. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
