// The pattern that stands for the parts of a picture that are not there: unlike the checkerboard of transparent ones.

/** Side of the tile, in device pixels. */
const TILE_PX = 16;
const GROUND = '#5a5a5e';
const LINE = '#77777c';

let tile: OffscreenCanvas | undefined;

/** Returns the tile of the pattern, which repeats without a seam. */
export function hatchTile(): OffscreenCanvas {
  tile ??= drawTile();
  return tile;
}

function drawTile(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(TILE_PX, TILE_PX);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  context.strokeStyle = LINE;
  context.lineWidth = TILE_PX / 4;
  // The lines beside it complete the corners.
  for (const offset of [-TILE_PX, 0, TILE_PX]) {
    context.beginPath();
    context.moveTo(offset - TILE_PX, 2 * TILE_PX);
    context.lineTo(offset + 2 * TILE_PX, -TILE_PX);
    context.stroke();
  }
  return canvas;
}
