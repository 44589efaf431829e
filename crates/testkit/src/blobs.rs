//! Tests that every blob store must pass.

use std::error::Error;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use domain::id::UploadId;
use sha2::{Digest, Sha256};
use store::StoreError;
use store::blobs::{BlobId, Blobs};
use tokio::task::JoinSet;

/// The result of a blob store test.
pub type TestResult = Result<(), Box<dyn Error>>;

/// The path of a blob's file below `root`.
pub fn file_of(root: &Path, id: &BlobId) -> PathBuf {
    let (folder, name) = id.as_str().split_at(2);
    root.join(folder).join(name)
}

/// The name of a blob with these bytes.
pub fn named(bytes: &[u8]) -> BlobId {
    BlobId::of_hash(&Sha256::digest(bytes).into())
}

/// Puts, reads, races and damages blobs of an empty store; `root` is the folder of their files.
pub async fn keeps_bytes(blobs: Blobs, root: &Path) -> TestResult {
    let abc = BlobId::parse("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad").ok_or("a name")?;
    assert_eq!(blobs.read(&abc).await?, None);
    assert!(!blobs.contains(&abc).await?);

    for _ in 0..2 {
        assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    }
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    assert!(blobs.contains(&abc).await?);
    assert_eq!(std::fs::read(file_of(root, &abc))?, b"abc");

    let empty = blobs.put(Bytes::new()).await?;
    assert_eq!(blobs.read(&empty).await?, Some(Bytes::new()));
    let large = Bytes::from(vec![7; 3_000_000]);
    let id = blobs.put(large.clone()).await?;
    assert_eq!(blobs.read(&id).await?, Some(large));

    let mut putting = JoinSet::new();
    for _ in 0..8 {
        let blobs = blobs.clone();
        putting.spawn(async move { blobs.put(Bytes::from_static(b"all at once")).await });
    }
    let mut ids = Vec::new();
    while let Some(done) = putting.join_next().await {
        ids.push(done??);
    }
    assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{ids:?}");
    assert_eq!(blobs.read(&ids[0]).await?, Some(Bytes::from_static(b"all at once")));

    let batch: Vec<_> = ["one", "two", "one", "abc", ""].map(Bytes::from).into();
    let ids = blobs.put_all(batch.clone()).await?;
    for (id, bytes) in ids.iter().zip(batch) {
        assert_eq!(blobs.read(id).await?, Some(bytes));
    }
    assert_eq!((&ids[0], &ids[3], &ids[4]), (&ids[2], &abc, &empty));
    assert!(blobs.put_all(Vec::new()).await?.is_empty());

    keeps_pieces(&blobs).await?;
    std::fs::write(file_of(root, &abc), b"abd")?;
    assert!(matches!(blobs.read(&abc).await, Err(StoreError::BlobDamaged { id }) if id == abc));
    // An existing blob is never rewritten, so the damage remains visible.
    assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    assert_eq!(blobs.put_all(vec![Bytes::from_static(b"abc")]).await?.first(), Some(&abc));
    assert_eq!(std::fs::read(file_of(root, &abc))?, b"abd");
    Ok(())
}

/// Writes a blob in pieces, in more than one part; twice, and once under a wrong name.
async fn keeps_pieces(blobs: &Blobs) -> TestResult {
    let pieces: Vec<Bytes> = (0..20_u8).map(|number| Bytes::from(vec![number; 1_000_000])).collect();
    let whole = Bytes::from(pieces.concat());
    let id = named(&whole);
    for _ in 0..2 {
        let mut writing = blobs.put_in_pieces(&id).await?;
        for piece in &pieces {
            writing.write(piece).await?;
        }
        writing.finish().await?;
        assert_eq!(blobs.read(&id).await?.as_ref(), Some(&whole));
    }
    let other = BlobId::of_hash(&[7; 32]);
    let mut writing = blobs.put_in_pieces(&other).await?;
    writing.write(b"something else").await?;
    assert!(matches!(writing.finish().await, Err(StoreError::BlobDamaged { id }) if id == other));
    assert!(!blobs.contains(&other).await?);
    Ok(())
}

/// Puts, reads and deletes parts of uploads; deleting those of one upload keeps the others.
pub async fn keeps_parts(blobs: Blobs) -> TestResult {
    let (one, other) = (UploadId("u-1".to_owned()), UploadId("u-11".to_owned()));
    for (upload, part) in [(&one, "a"), (&one, "b"), (&other, "a")] {
        blobs.put_part(upload, part, Bytes::from(format!("{upload} {part}"))).await?;
    }
    assert_eq!(blobs.read_part(&one, "b").await?, Some(Bytes::from_static(b"u-1 b")));
    assert_eq!(blobs.read_part(&one, "c").await?, None);
    blobs.delete_parts(&one).await?;
    assert_eq!(blobs.read_part(&one, "a").await?, None);
    assert_eq!(blobs.read_part(&other, "a").await?, Some(Bytes::from_static(b"u-11 a")));
    blobs.delete_parts(&one).await?;
    Ok(())
}
