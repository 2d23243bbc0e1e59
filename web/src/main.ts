document.title = "Ordo";
