export { GET } from '../../../../applications/[id]/validation/documents/[documentId]/route'
