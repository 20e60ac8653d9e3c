import { FramedRefusal, titleOfRefusal } from './refusal'

export const generateMetadata = () => titleOfRefusal('forbidden')

/** A page that exists but is not open to the reader, within the frame of its area. */
export default function Forbidden() {
  return <FramedRefusal why="forbidden" />
}
