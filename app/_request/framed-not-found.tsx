import { FramedRefusal } from './refusal'

export { generateMetadata } from './not-found'

/** A page that doesn't exist, in an area whose pages have a rail. */
export default function FramedNotFound() {
  return <FramedRefusal why="notFound" />
}
