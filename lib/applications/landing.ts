/**
 * The application by which the landing page calls the Sandbox: the only one without an owner. The portal creates it
 * with its first call; it is in no list and no count.
 */
export const landingApplicationId = '019ac8f0-0000-7000-8000-000000000001'

/**
 * The owner after whom an application is named in lists and reviews.
 * @throws Error for the landing page's, which none of them hold
 */
export function ownerOf<Owner>({ developer }: { developer: Owner | null }): Owner {
  if (!developer) throw new Error('The application of the landing page has no owner.')
  return developer
}
