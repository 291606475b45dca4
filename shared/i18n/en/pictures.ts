// Texts about the files of results: what is wrong with one, what cannot be shown, a format that was not asked for.

/** The texts. */
export const pictures = {
  'picture.mark.checking': 'Checking…',
  'picture.mark.unchecked': 'Not checked',
  'picture.mark.damaged': 'Damaged',
  'picture.mark.undecodable': 'Unreadable',
  'picture.mark.foreign': '{kind}: unsupported',
  'picture.mark.tooLarge': 'Too large to show',
  'picture.fault.damaged': 'This picture’s file is cut off or damaged. Only the readable part is shown.',
  'picture.fault.undecodable': 'This picture’s file is damaged or cut off. None of it can be shown.',
  'picture.fault.foreign': 'This picture’s format, {kind}, cannot be shown here.',
  'picture.fault.tooLarge': 'This picture is too large to show here. {limit}',
  'picture.fault.advice':
    'It is stored as received, and the relay has billed it. Save it unchanged to open it elsewhere; sending the request again is billed again.',
  'picture.limit.tooManyBytes': 'It is {size}; at most 64 MiB can be opened.',
  'picture.limit.sideTooLong': 'It has {width} x {height} pixels; a side may have at most 16 384.',
  'picture.limit.tooComplex': 'It has more frames, passes or hidden data than can be opened safely.',
  'picture.limit.tooManyPixels': 'It has {width} x {height} = {pixels} pixels; at most 110 million can be opened.',
  'picture.notOpened': 'Its format is {kind}. The app opens PNG, JPEG, WebP, AVIF, GIF and BMP.',
  'picture.formatDiffers': 'asked {asked}, got {got}',
  'picture.notProtected': 'Your picture is not kept: the result is damaged.',
  'picture.notCompared': 'The picture is damaged or cannot be shown, so it was not compared.',
  'picture.part': '{size} at {x},{y}',
  'picture.sizeUnknown': 'size unknown',
} as const;
