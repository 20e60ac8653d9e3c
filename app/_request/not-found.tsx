import { AccessDenied, titleOfRefusal } from './refusal'

export const generateMetadata = () => titleOfRefusal('notFound')

/** A page that doesn't exist, within the frame of its area. */
export default function NotFound() {
  return <AccessDenied why="notFound" />
}
