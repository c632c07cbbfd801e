// Marks every field (data-place: the JSON pointer of what it changes) that somebody else is changing, and tells the
// server which field one is in oneself. The pieces of the page (live.js) hand in their roots after each change.

const IDLE = 30_000 // whoever does nothing in a field for so long has left it

const overlap = (one, other) => `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

function mark_of({letters, words, colour}) {
  const mark = document.createElement("span")
  mark.className = "by"
  mark.title = words
  const disc = document.createElement("i")
  disc.textContent = letters
  disc.setAttribute("aria-hidden", "true")
  if (colour) disc.style.background = colour
  const told = document.createElement("span")
  told.textContent = words
  mark.append(disc, told)
  return mark
}

export function render({model}) {
  const heard = new WeakSet()
  let told = ""
  let field = null
  let idle = 0

  const be_in = (element) => {
    clearTimeout(idle)
    field = element
    const place = element?.dataset.place ?? ""
    if (element) idle = setTimeout(() => be_in(null), IDLE)
    if (place !== told) model.send_msg({place})
    told = place
  }
  const listen = (root) => {
    heard.add(root)
    const here = (event) => be_in(event.target.closest("[data-place]"))
    root.addEventListener("focusin", here)
    root.addEventListener("input", here)
    root.addEventListener("focusout", (event) => root.contains(event.relatedTarget) || be_in(null))
    // a menu that closes takes the focus away without a word
    root.addEventListener("toggle", (event) => event.target === field && !field.open && be_in(null), {capture: true})
  }

  const mark = (root) => {
    if (!heard.has(root)) listen(root)
    if (field && !field.isConnected) be_in(null)
    root.querySelectorAll(".by").forEach((old) => old.remove())
    for (const element of root.querySelectorAll("[data-place]")) {
      const one = model.marks.find(({places}) => places.some((place) => overlap(place, element.dataset.place)))
      element.classList.toggle("changing", Boolean(one))
      if (!one) continue
      element.style.setProperty("--by", one.colour)
      const within = !["INPUT", "BUTTON", "DETAILS"].includes(element.nodeName)
      if (within) element.append(mark_of(one))
      else element.after(mark_of(one))
    }
  }

  window.massbattleMark = mark
  const mark_all = () => window.massbattlePieces?.forEach(mark)
  model.on("marks", mark_all)
  mark_all()
  return document.createElement("div")
}
