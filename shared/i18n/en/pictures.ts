// Texts about the files of results: what is wrong with one, what cannot be shown, a format that was not asked for.

/** The texts. */
export const pictures = {
  'picture.mark.checking': 'Checking…',
  'picture.mark.unchecked': 'Not checked',
  'picture.mark.damaged': 'Damaged',
  'picture.mark.undecodable': 'Unreadable',
  'picture.mark.foreign': '{kind}: not shown',
  'picture.mark.tooLarge': 'Too large to show',
  'picture.fault.damaged':
    'The file of this picture ends early or is damaged: only the part that can be read is shown.',
  'picture.fault.undecodable': 'The file of this picture is damaged or cut off: nothing of it can be shown.',
  'picture.fault.foreign': 'This is a picture of the kind {kind}, which cannot be shown here.',
  'picture.fault.tooLarge': 'This picture is too large to be shown here. {limit}',
  'picture.fault.advice':
    'It is kept as it arrived, and the relay has billed it. Save it as it is to open it elsewhere; sending the request again is billed again.',
  'picture.limit.tooManyBytes': 'It has {size}; at most 64 MiB can be opened.',
  'picture.limit.sideTooLong': 'It has {width} x {height} pixels; a side may have at most 16 384.',
  'picture.limit.tooComplex': 'It has more frames, passes or hidden data than can be opened safely.',
  'picture.limit.tooManyPixels': 'It has {width} x {height} = {pixels} pixels; at most 100 million can be opened.',
  'picture.notOpened': 'It is a picture of the kind {kind}. The app opens PNG, JPEG, WebP, AVIF, GIF and BMP.',
  'picture.formatDiffers': 'asked {asked}, got {got}',
  'picture.notProtected': 'Not protected: the picture is damaged.',
  'picture.notCompared': 'The picture is damaged or cannot be shown, so it was not compared.',
  'picture.sizeUnknown': 'size unknown',
} as const;
