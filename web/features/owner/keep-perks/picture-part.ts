/** Fetched with the form of a perk: one file for the field and for its upload. */
export { PictureField as default } from '#web/components/inputs/picture-field.tsx'
export { uploadPerkPicture } from '#web/lib/calls/uploads.ts'
