/** Lets a click on a picture set its focal point. The two fields have it in percent. */
function watchFocalPoint(): void {
  const picture = document.querySelector<HTMLElement>("[data-focal-picture]");
  const image = picture?.querySelector("img");
  const left = document.querySelector<HTMLInputElement>("input[name=focalX]");
  const top = document.querySelector<HTMLInputElement>("input[name=focalY]");
  if (!picture || !image || !left || !top) return;
  const mark = document.createElement("span");
  mark.className = "focal-mark";
  picture.append(mark);
  const show = (): void => {
    mark.hidden = left.value === "" || top.value === "";
    mark.style.left = `${image.offsetLeft + (image.clientWidth * Number(left.value)) / 100}px`;
    mark.style.top = `${image.offsetTop + (image.clientHeight * Number(top.value)) / 100}px`;
  };
  image.addEventListener("click", ({ clientX, clientY }) => {
    const box = image.getBoundingClientRect();
    left.value = percent((clientX - box.left) / box.width);
    top.value = percent((clientY - box.top) / box.height);
    show();
  });
  for (const field of [left, top]) field.addEventListener("input", show);
  new ResizeObserver(show).observe(image);
  show();
}

function percent(share: number): string {
  return String(Math.round(100 * Math.min(1, Math.max(0, share))));
}

watchFocalPoint();
