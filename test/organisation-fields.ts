let companies = 0

/** The input of the form of a new organisation; no two have the same number. */
export function organisationFields(legalName = 'Kolo SA') {
  companies++
  return {
    legalName,
    tradingName: 'Kolo',
    country: 'SN',
    registrationNumber: `SN-DKR-2019-B-${companies}`,
    taxNumber: '0051234',
    registeredAddress: '12 rue Carnot\r\nDakar',
    legalRepresentative: 'Awa Diop',
    website: 'https://kolo.example',
  }
}
